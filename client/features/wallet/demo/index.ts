export { DemoBanner } from './demo-banner';
export { DemoSwitch } from './demo-switch';
export { RealMoneyOnly } from './real-money-only';
export { useDemo } from './use-demo';
