export { EndlessRows } from '../../ui/endless-rows';
