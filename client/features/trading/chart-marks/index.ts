export { FuturesMarks } from './futures-marks';
