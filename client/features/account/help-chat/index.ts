export { CheckCode } from './check-code';
export { HelpChat } from './help-chat';
export { HelpGuest } from './help-guest';
