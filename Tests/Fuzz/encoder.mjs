/** Binary frames as docs/binary.md has them, written by another hand than the server's. */
import { LAYOUTS } from "../../web/overlay/widgets/widgets.js";

export class Encoder {
  nodes = [];
  seq = 0;

  full(seq, time, nodes) {
    this.bytes = [0x10];
    this.names = [];
    this.natural(seq);
    this.natural(time);
    this.natural(nodes.length);
    for (const node of nodes) this.whole(node);
    this.seq = seq;
    this.nodes = nodes.map((node) => ({ ...node }));
    return Uint8Array.from(this.bytes);
  }

  /** New nodes come behind all others. */
  delta(step, duration, removed, changes, added) {
    this.bytes = [0x11];
    this.names = this.nodes.flatMap((node) =>
      layoutOf(node).fields.filter(([key, form]) => form === "name" && node[key] !== undefined)
        .map(([key]) => node[key]));
    this.natural(this.seq);
    this.natural(step);
    this.natural(duration);
    const place = (id) => this.nodes.findIndex((node) => node.id === id);
    this.places(removed.map(({ id }) => place(id)), () => {});
    const written = changes.filter((change) => Object.keys(change).length > 1);
    this.places(written.map(({ id }) => place(id)), (index) => {
      this.fields(layoutOf(this.nodes[place(written[index].id)]), written[index]);
    });
    this.nodes = this.nodes.filter((node) => !removed.some(({ id }) => id === node.id));
    const count = this.nodes.length;
    this.places(added.map((_, index) => count + index), (index) => this.whole(added[index]));
    for (const change of changes) {
      const node = this.nodes.find(({ id }) => id === change.id);
      Object.assign(node, change);
      for (const key in node) if (node[key] === null) delete node[key];
    }
    this.nodes.push(...added.map((node) => ({ ...node })));
    this.seq += step;
    return Uint8Array.from(this.bytes);
  }

  places(places, write) {
    let last = -1;
    places.forEach((place, index) => {
      this.natural(place - last);
      last = place;
      write(index);
    });
    this.natural(0);
  }

  whole(node) {
    const layout = layoutOf(node);
    this.bytes.push(LAYOUTS.indexOf(layout));
    this.text(node.id);
    this.fields(layout, node);
  }

  fields(layout, values) {
    const at = this.bytes.length;
    this.bytes.push(0, 0);
    layout.fields.forEach(([key, form], index) => {
      if (values[key] === undefined) return;
      this.bytes[at + (index >> 3)] |= 1 << (index & 7);
      this.value(form, values[key]);
    });
  }

  value(form, value) {
    switch (form) {
      case "hundredths": return this.integer(Math.round(value * 100));
      case "thousandths": return this.integer(Math.round(value * 1000));
      case "integer": return this.integer(value);
      case "thousandths?":
        return this.natural(value === null ? 0 : folded(Math.round(value * 1000)) + 1);
      case "text": return this.text(value);
      case "flag": return this.bytes.push(value === true ? 1 : 0);
      case "texts":
        this.natural(value.length);
        return value.forEach((text) => this.text(text));
      case "name": return this.name(value);
      case "numbers?":
        this.natural(value === null ? 0 : value.length + 1);
        return (value ?? []).forEach((number) => this.integer(Math.round(number * 1000)));
      case "seconds": return this.measured((inner) => inner.natural(Math.round(value * 1e6)));
      case "seconds?":
        return value === null
          ? this.natural(0) : this.measured((inner) => inner.natural(Math.round(value * 1e6)));
      case "integer?":
        return value === null ? this.natural(0) : this.measured((inner) => inner.integer(value));
      case "hundredths?":
        return value === null
          ? this.natural(0) : this.measured((inner) => inner.integer(Math.round(value * 100)));
      case "flourish?":
        return value === null ? this.natural(0) : this.measured((inner) => inner.flourish(value));
      default: throw new Error(`no form ${form}`);
    }
  }

  /** Writes a value behind its length. */
  measured(write) {
    const inner = new Encoder();
    inner.bytes = [];
    write(inner);
    this.natural(inner.bytes.length);
    this.bytes.push(...inner.bytes);
  }

  flourish({ tier, seed, born, popped, rose, left, roll }) {
    const instants = [popped, rose, left];
    const parts = instants.reduce((all, instant, bit) => (instant === undefined ? all : all | (1 << bit)), 0);
    this.bytes.push(tier);
    this.natural(seed);
    this.natural(born);
    this.bytes.push(roll === undefined ? parts : parts | 8);
    for (const instant of instants) if (instant !== undefined) this.integer(instant - born);
    if (roll !== undefined) this.natural(roll);
  }

  name(value) {
    const known = value === null ? -1 : this.names.indexOf(value);
    if (value === null) return this.natural(0);
    if (known >= 0) return this.natural(known + 2);
    this.natural(1);
    this.text(value);
    this.names.push(value);
  }

  text(text) {
    const bytes = new TextEncoder().encode(text);
    this.natural(bytes.length);
    this.bytes.push(...bytes);
  }

  integer(value) {
    this.natural(folded(value));
  }

  natural(value) {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.bytes.push((rest % 0x80) | 0x80);
    this.bytes.push(rest);
  }
}

/** 0, −1, 1, −2, 2, … as 0, 1, 2, 3, 4, … */
function folded(value) {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function layoutOf(node) {
  return LAYOUTS.find(({ kind }) => kind === node.kind);
}
