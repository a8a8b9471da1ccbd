export { ContractMarks } from './contract-marks';
