export { type Pages, usePages } from '../../platform/use-pages';
