export { TransferForm } from './transfer-form';
