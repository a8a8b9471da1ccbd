export { TaxReport } from './tax-report';
