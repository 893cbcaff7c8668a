"""What is said of who does a batch job, and of where a bundle lies."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

JOBS_AND_CLUSTER: Final = Said(
    "jobs_and_cluster",
    "--jobs is of this machine, and --cluster of others; expected one of them",
    "--jobs é desta máquina, e --cluster de outras; esperava-se uma só das opções",
)
NO_DASK: Final = Said(
    "no_dask",
    "no cluster can be asked from here: the module {module} is not installed; run 'pip install \"tombo[cluster]\"'",
    "daqui não se pode pedir nada a um cluster: o módulo {module} não está instalado; executar 'pip install \"tombo[cluster]\"'",
)
CLUSTER_WORKS: Final = Said(
    "cluster_works",
    "{workers:worker|workers} of the cluster; what they are at: {dashboard}",
    "{workers:processo|processos} do cluster; o que estão a fazer: {dashboard}",
)
WORKER_WRONG: Final = Said(
    "worker_wrong",
    "the worker {worker} answered otherwise than this process: it is asked no more, and what it did is done again; have that machine looked at",
    "o processo {worker} respondeu de outro modo que este: já nada lhe é pedido, e o que fez é refeito; mandar ver essa máquina",
)
PARTS_DONE_HERE: Final = Said(
    "parts_done_here",
    "{parts:part|parts} that others could not do ({why}) this process did: the answer is the same, and took longer",
    "{parts:parte|partes} que outros não puderam fazer ({why}) fê-las este processo: a resposta é a mesma, e demorou mais",
)
ALL_DONE_HERE: Final = Said(
    "all_done_here",
    "nothing came of it in parts ({why}): this process did all of it alone, and its answer is the one that is told. Where that comes again something is wrong with this program or a machine; --jobs 1 asks nobody else",
    "em partes não deu nada ({why}): este processo fez tudo sozinho, e a resposta dele é a que se dá. Se voltar a acontecer, há algo de errado com este programa ou com uma máquina; --jobs 1 não pede nada a mais ninguém",
)
GOES_ON: Final = Said(
    "goes_on",
    "goes on from {parts:part|parts} in {folder}, of a run that stopped: what was altered in those since, or recorded since, is not looked at; with an empty folder all of it is",
    "continua a partir de {parts:parte|partes} em {folder}, de uma execução que parou: o que nelas foi alterado desde então, ou registado desde então, não é visto; com uma pasta vazia vê-se tudo",
)
NO_SUCH_PLACE: Final = Said(
    "no_such_place",
    "{place} does not exist, or is no folder; expected a bundle or a backup, or an object store as s3://bucket/place",
    "{place} não existe, ou não é uma pasta; esperava-se um pacote ou uma cópia de segurança, ou um armazém de objetos como s3://bucket/lugar",
)
