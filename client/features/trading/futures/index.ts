export { FuturesDesk } from './futures-desk';
