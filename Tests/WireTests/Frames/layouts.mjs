// Prints the fields of each kind as the page knows them.
import { LAYOUTS } from "../../../web/overlay/widgets/widgets.js";

console.log(JSON.stringify(LAYOUTS));
