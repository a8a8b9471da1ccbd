/** The front door of taken depth: what is left of a book, and noting what an order took. */
export { TakenDepth } from './taken-depth.js';
export { TakenDepthModule } from './taken-depth.module.js';
export { after, beyondBook, forcedInTheEnd, type LeftMarket, type Taking, takingOf } from './taken-depth.rules.js';
