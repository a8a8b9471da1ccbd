export { useRefresh } from '../../platform/use-refresh';
