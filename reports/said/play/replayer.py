"""What the page says on which a hand or round is drawn: its controls, its labels."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said, Word

REPLAYER_TITLE: Final = Said("replayer_title", "Replay of {played}", "Repetição de {played}")
REPLAYER_TABLE: Final = Said("replayer_table", "The table", "A mesa")
REPLAYER_STEPS: Final = Said("replayer_steps", "Step by step", "Passo a passo")
REPLAYER_NOW: Final = Said("replayer_now", "This step", "Este passo")
REPLAYER_CONTROLS: Final = Said("replayer_controls", "Movement", "Andamento")
REPLAYER_FIRST: Final = Said("replayer_first", "First step (Home)", "Primeiro passo (Home)")
REPLAYER_BACK: Final = Said("replayer_back", "Step back (left arrow)", "Passo anterior (seta esquerda)")
REPLAYER_PLAY: Final = Said("replayer_play", "Play (space)", "Reproduzir (espaço)")
REPLAYER_PAUSE: Final = Said("replayer_pause", "Pause (space)", "Parar (espaço)")
REPLAYER_ON: Final = Said("replayer_on", "Step forward (right arrow)", "Passo seguinte (seta direita)")
REPLAYER_LAST: Final = Said("replayer_last", "Last step (End)", "Último passo (End)")
REPLAYER_TO_FIRST: Final = Said("replayer_to_first", "First step", "Primeiro passo")
REPLAYER_TO_BACK: Final = Said("replayer_to_back", "Step back", "Passo anterior")
REPLAYER_TO_ON: Final = Said("replayer_to_on", "Step forward", "Passo seguinte")
REPLAYER_TO_LAST: Final = Said("replayer_to_last", "Last step", "Último passo")
REPLAYER_STEP: Final = Said("replayer_step", "Step", "Passo")
REPLAYER_STEP_OF: Final = Said("replayer_step_of", "Step {step} of {steps}", "Passo {step} de {steps}")
REPLAYER_SPEED: Final = Said("replayer_speed", "Speed", "Velocidade")
REPLAYER_PARTS: Final = Said("replayer_parts", "Go to", "Ir para")
REPLAYER_CLOCK: Final = Said("replayer_clock", "Clock", "Relógio")
REPLAYER_TIME: Final = Said("replayer_time", "{at:timed}", "{at:timed}")
REPLAYER_RECORDED_AT: Final = Said("replayer_recorded_at", "recorded {at:dated}", "registado em {at:dated}")
REPLAYER_DECIDED: Final = Said("replayer_decided", "Decided", "Decidido")
REPLAYER_RULES: Final = Said("replayer_rules", "Rules", "Regras")
REPLAYER_STANDS: Final = Said("replayer_stands", "On the table", "Na mesa")
REPLAYER_ON_RECORD: Final = Said("replayer_on_record", "On record", "No registo")
REPLAYER_AGAIN: Final = Said("replayer_again", "Recorded and computed again", "Registado e recalculado")
REPLAYER_RECORDED: Final = Said("replayer_recorded", "Recorded", "Registado")
REPLAYER_RECOMPUTED: Final = Said("replayer_recomputed", "Computed again", "Recalculado")
REPLAYER_LEVEL: Final = Said(
    "replayer_level", "Tournament {tournament}, level {level}", "Torneio {tournament}, nível {level}"
)
REPLAYER_AT_STAKE: Final = Said("replayer_at_stake", "at stake", "em jogo")
REPLAYER_NET: Final = Said("replayer_net", "Result {net:signed}", "Resultado {net:signed}")
REPLAYER_KEYS: Final = Said(
    "replayer_keys",
    "Keys: arrows for one step, space to play or pause, Home and End for the first and the last.",
    "Teclas: setas para um passo, espaço para reproduzir ou parar, Home e End para o primeiro e o último.",
)
SHOWDOWN_PART: Final = Word("showdown_part", "Showdown", "Mostra das cartas")
OVER_PART: Final = Word("over_part", "End", "Fim")
ALL_IN_SEAT: Final = Word("all_in_seat", "all-in", "all-in")
SEAT_AT_TABLE: Final = Said("seat_at_table", "Seat {seat}", "Lugar {seat}")
