/** The front door of the settlement of options: who asks for it, and what was settled. */
export { AskForSettlement } from './ask-for-settlement.js';
export { OptionSettlementModule } from './option-settlement.module.js';
export { SettlementsStore } from './settlements.store.js';
