export { LosingShare } from './losing-share';
