export { DemoBanner } from './demo-banner';
export { DemoCard } from './demo-card';
export { DemoSwitch } from './demo-switch';
export { RealMoneyOnly } from './real-money-only';
export { useDemo } from './use-demo';
