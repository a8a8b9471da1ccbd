export { ChartTools, type ChartToolsProps } from './chart-tools';
