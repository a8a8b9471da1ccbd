export { ContractDesk } from './contract-desk';
