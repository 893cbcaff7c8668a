"use strict";
(() => {
  // Shows what was computed: it adds nothing up, and writes text as text alone.
  const $ = (id) => document.getElementById(id);
  const drawing = JSON.parse($("drawing").textContent);
  const steps = drawing.steps;
  const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
  const SVG = "http://www.w3.org/2000/svg";
  const PACE = 1600; // milliseconds a step at speed 1
  const items = steps.map((step) => $(`step-${step.step}`));
  const { link } = $("stage").dataset; // the address of a step: a place in the file, or what a server is asked for
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const narrow = matchMedia("(max-width: 44rem)");
  let now = -1;
  let timer = 0;

  const make = (kind, name, text) => {
    const made = document.createElement(kind);
    if (name) made.className = name;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const svg = (kind, attributes, text) => {
    const made = document.createElementNS(SVG, kind);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const at = (made, [x, y]) => {
    made.style.left = `${x}%`;
    made.style.top = `${y}%`;
    return made;
  };

  const card = (text, fresh) => {
    if (text === "??") return make("span", fresh ? "card hidden new" : "card hidden");
    const red = text[1] === "h" || text[1] === "d";
    const made = make("span", `card${red ? " red" : ""}${fresh ? " new" : ""}`);
    made.append(make("b", "", text[0] === "T" ? "10" : text[0]), make("i", "", SUITS[text[1]]));
    return made;
  };
  const cards = (held, before) => {
    const made = make("span", "cards");
    made.append(...held.map((text, number) => card(text, before && before[number] !== text)));
    return made;
  };
  const chip = (name, [label, amount], fresh) => {
    const made = make("span", `${name}${fresh ? " new" : ""}`);
    made.append(make("span", "disc"));
    if (label) made.append(make("span", "label", label));
    made.append(make("b", "", amount));
    return made;
  };
  const plate = (place) => {
    const made = make("span", "plate");
    made.append(make("b", place.who.length > 10 ? "who long" : "who", place.who));
    if (place.name) made.append(make("span", "name", place.name));
    if (place.stack !== null) made.append(make("span", "stack", place.stack));
    return made;
  };
  const badges = (place) => place.told.map((text) => make("span", "badge", text));
  const marked = (made, place) => {
    for (const mark of place.marks) made.classList.add(`is-${mark}`);
    return made;
  };

  // Seats stand on an ellipse, clockwise from the lower left; all in percent of the table.
  const spot = (number, count, wide, high) => {
    const angle = Math.PI * (0.5 + (2 * number + 1) / count);
    return [50 + wide * Math.cos(angle), 50 + high * Math.sin(angle)];
  };
  const where = (places) => {
    const found = { pot: [50, 50] };
    const [wide, high, bet] = narrow.matches ? [36, 41, 0.6] : [40, 39, 0.6];
    places.forEach((place, number) => {
      found[place.key] = spot(number, places.length, wide, high);
      found[`bet:${place.key}`] = spot(number, places.length, wide * bet, high * bet);
      found[`button:${place.key}`] = spot(number + 0.22, places.length, wide * 0.72, high * 0.7);
    });
    return found;
  };

  const seats = (scene, before) => {
    const places = scene.places.map((number) => drawing.places[number]);
    const was = before ? new Map(before.places.map((number) => [drawing.places[number].key, drawing.places[number]])) : null;
    const spots = where(places);
    const table = make("div", places.length < 7 ? "table oval few" : "table oval many");
    const middle = make("div", "middle");
    const pots = make("div", "pots");
    pots.append(...scene.pots.map((pot) => chip("pot", pot)));
    middle.append(make("span", "part", scene.part));
    if (scene.total) middle.append(make("span", "total", scene.total.join(" ")));
    middle.append(cards(scene.board, before && before.board), pots);
    table.append(at(middle, spots.pot));
    for (const place of places) {
      const old = was && was.get(place.key);
      const seat = marked(make("div", "seat"), place);
      const bets = place.bets.map((bet) => at(chip("bet", bet), spots[`bet:${place.key}`]));
      seat.append(cards(place.cards, old && old.cards), plate(place));
      (narrow.matches ? seat : table).append(...bets); // where there is no room before a seat they lie at it
      seat.append(...badges(place));
      table.append(at(seat, spots[place.key]));
      if (place.marks.includes("button")) table.append(at(make("span", "dealer", "D"), spots[`button:${place.key}`]));
    }
    if (before && !still.matches) fly(table, scene.moved, spots);
    return [table];
  };
  const fly = (table, moved, spots) => {
    for (const [begins, ends, amount] of moved) {
      const made = at(chip("bet fly", ["", amount]), spots[begins]);
      table.append(made);
      const [[x, y], [to, down]] = [spots[begins], spots[ends]];
      const path = [
        { left: `${x}%`, top: `${y}%`, opacity: 1 },
        { left: `${to}%`, top: `${down}%`, opacity: 1, offset: 0.85 },
        { left: `${to}%`, top: `${down}%`, opacity: 0 },
      ];
      made.animate(path, { duration: 650, easing: "ease-in-out" }).onfinish = () => made.remove();
    }
  };

  const boxes = (scene, before) => {
    const table = make("div", "table arc");
    const house = make("div", "row house");
    const players = make("div", "row");
    scene.places.forEach((number, position) => {
      const place = drawing.places[number];
      const old = before && drawing.places[before.places[position]];
      const box = marked(make("div", "box"), place);
      box.append(cards(place.cards, old && old.cards), ...badges(place), plate(place));
      box.append(...place.bets.map((bet) => chip("stake", bet, old && old.bets.length < place.bets.length)));
      (place.marks.includes("house") ? house : players).append(box);
    });
    for (const [name, held] of scene.apart) {
      const box = make("div", "box apart");
      box.append(cards(held), make("span", "plate", name));
      house.append(box);
    }
    table.append(house, make("span", "part", scene.part), players);
    return [table];
  };

  // The cloth lies along the screen; on a narrow one it stands, the zero on top.
  const turn = (x, y, wide, high, deep) => (narrow.matches ? [deep - y - high, x, high, wide] : [x, y, wide, high]);
  const cloth = (scene, before) => {
    const fields = scene.fields.map((number) => drawing.fields[number]);
    const wide = Math.max(...fields.map((field) => field[2] + field[4]));
    const high = Math.max(...fields.map((field) => field[3] + field[5]));
    const size = narrow.matches ? [high, wide] : [wide, high];
    const made = svg("svg", { class: "cloth", viewBox: `-4 -4 ${size[0] + 8} ${size[1] + 8}` });
    let number = null;
    for (const [label, colour, ...place] of fields) {
      const hit = place.pop();
      const [x, y, w, h] = turn(...place, high);
      made.append(svg("rect", { class: `field ${colour}${hit ? " hit" : ""}`, x, y, width: w, height: h }));
      const [left, top, width, height] = place;
      const named = width > height; // room for a name above a chip
      const middle = turn(left + width / 2, named ? top + 16 : top + height / 2, 0, 0, high).slice(0, 2);
      const text = svg("text", { x: middle[0], y: middle[1], class: named ? "name" : "number" }, label);
      if (named && narrow.matches) text.setAttribute("transform", `rotate(90 ${middle.join(" ")})`);
      made.append(text);
      if (hit) number = [label, colour, middle];
    }
    const seen = new Set(before ? before.chips : scene.chips);
    const stacked = new Map();
    for (const reference of scene.chips) {
      const [player, amount, x, y, state] = drawing.chips[reference];
      const [left, top] = turn(x, y, 0, 0, high);
      const spot = `${x},${y}`;
      const under = stacked.get(spot) || 0;
      stacked.set(spot, under + 1);
      const group = svg("g", { class: `laid colour-${player % 8} ${state}${seen.has(reference) ? "" : " new"}` });
      const [cx, cy] = narrow.matches ? [left, top - under * 9] : [left + under * 9, top - under * 7];
      group.append(svg("circle", { cx, cy, r: 21 }), svg("circle", { class: "rim", cx, cy, r: 15 }));
      group.append(svg("text", { x: cx, y: cy, "font-size": Math.min(15, 72 / amount.length) }, amount));
      made.append(group);
    }
    if (number) made.append(svg("circle", { class: "ball", cx: number[2][0] + 18, cy: number[2][1] - 18, r: 8 }));
    const head = make("div", "middle");
    head.append(make("span", "part", scene.part));
    if (number) head.append(make("span", `result ${number[1]}`, number[0]));
    const players = make("div", "row players");
    scene.places.forEach((reference, order) => {
      const place = drawing.places[reference];
      const box = marked(make("div", `box colour-${order % 8}`), place);
      box.append(make("span", "disc"), plate(place), ...place.bets.map((bet) => chip("stake", bet)), ...badges(place));
      players.append(box);
    });
    const table = make("div", "table");
    table.append(head, made, players);
    return [table];
  };

  const draw = (before) => {
    const scene = steps[now];
    const first = scene.places.length ? drawing.places[scene.places[0]] : null;
    const shape = scene.fields.length ? cloth : first && first.marks.includes("house") ? boxes : seats;
    $("felt").replaceChildren(...shape(scene, before));
  };

  const show = (wanted) => {
    const next = Math.max(0, Math.min(steps.length - 1, wanted));
    if (next === now) return;
    const before = next === now + 1 && now >= 0 ? steps[now] : null;
    now = next;
    draw(before);
    const item = items[now];
    for (const old of items) old.removeAttribute("aria-current");
    item.setAttribute("aria-current", "step");
    const said = [...item.querySelectorAll(".happened p")].map((line) => make("span", "", line.textContent));
    $("told").replaceChildren(...said);
    $("now-facts").replaceChildren(item.querySelector(".when").cloneNode(true), item.querySelector("dl").cloneNode(true));
    const count = $("count");
    count.textContent = count.dataset.of.replace("{step}", String(now + 1));
    $("at").value = String(now + 1);
    $("at").setAttribute("aria-valuetext", count.textContent);
    for (const id of ["first", "back"]) $(id).disabled = now === 0;
    for (const id of ["on", "last"]) $(id).disabled = now === steps.length - 1;
    for (const part of document.querySelectorAll(".parts a")) {
      const here = steps[now].part === part.textContent;
      if (here) part.setAttribute("aria-current", "true");
      else part.removeAttribute("aria-current");
    }
    history.replaceState(null, "", link.replace("{step}", steps[now].step));
    if (now === steps.length - 1) halt();
  };
  const halt = () => {
    clearInterval(timer);
    timer = 0;
    told(false);
  };
  const told = (goes) => {
    const play = $("play");
    play.classList.toggle("goes", goes);
    play.setAttribute("aria-label", goes ? play.dataset.pause : play.dataset.play);
  };
  const go = () => {
    if (timer) return halt();
    if (now === steps.length - 1) show(0);
    timer = setInterval(() => show(now + 1), PACE / Number($("speed").value));
    told(true);
  };
  const place = (number) => steps.findIndex((step) => String(step.step) === number);
  const named = () => place(new URLSearchParams(link[0] === "#" ? location.hash.replace("#step-", "step=") : location.search).get("step"));

  const acts = {
    first: () => show(0),
    back: () => show(now - 1),
    play: go,
    on: () => show(now + 1),
    last: () => show(steps.length - 1),
  };
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play" };
  $("play").dataset.play = $("play").getAttribute("aria-label");
  for (const [id, act] of Object.entries(acts)) {
    $(id).addEventListener("click", () => {
      if (id !== "play" && timer) halt();
      act();
    });
  }
  $("at").addEventListener("input", () => {
    if (timer) halt();
    show(Number($("at").value) - 1);
  });
  $("speed").addEventListener("change", () => {
    if (!timer) return;
    halt();
    go();
  });
  addEventListener("keydown", (event) => {
    const id = keys[event.key];
    const busy = event.target.closest("input, select, textarea") || (event.key === " " && event.target.closest("button, a, [tabindex]"));
    if (!id || busy || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (id !== "play" && timer) halt();
    acts[id]();
  });
  addEventListener("click", (event) => {
    const way = event.target.closest("a[data-step]");
    if (!way) return;
    event.preventDefault();
    if (timer) halt();
    show(place(way.dataset.step));
    $("stage").scrollIntoView();
  });
  addEventListener("hashchange", () => {
    if (named() >= 0) show(named());
  });
  narrow.addEventListener("change", () => draw(null));

  document.documentElement.classList.add("js");
  for (const item of items) item.removeAttribute("id"); // its link shows the step, and is no place on the page any more
  for (const made of [$("stage"), $("now"), ...$("stage").querySelectorAll(".controls, .keys")]) made.hidden = false;
  for (const made of $("stage").querySelectorAll(".walk")) made.hidden = true;
  show(Math.max(0, named()));
})();
