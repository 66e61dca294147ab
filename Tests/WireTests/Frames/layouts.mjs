// Prints the fields and the layer of each kind that the server sends, as the page knows them.
import { LAYOUTS, SENT } from "../../../web/overlay/widgets/widgets.js";

console.log(JSON.stringify({ layouts: LAYOUTS, layers: SENT.map(({ layer }) => layer) }));
