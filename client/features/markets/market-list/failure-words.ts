export { failureWords } from '../../../platform/failure-words';
