// Prints the fields and the layer of each kind as the page knows them.
import { LAYOUTS, WIDGETS } from "../../../web/overlay/widgets/widgets.js";

console.log(JSON.stringify({ layouts: LAYOUTS, layers: WIDGETS.map(({ layer }) => layer) }));
