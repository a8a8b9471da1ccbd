/**
 * The front door of the help chat: its rows and lines, for the help desk at the other end. Whoever changes a chat locks it
 * first (`HelpChatStore.lock`).
 */
export { HelpChatModule } from './help-chat.module.js';
export { type ChatRow, HelpChatStore, type LineRow } from './help-chat.store.js';
export { helpCode } from './help-code.rules.js';
export { HelpLines } from './help-lines.js';
export { HelpTyping } from './help-typing.js';
export { helpLineReply, helpLineView } from './help-views.js';
