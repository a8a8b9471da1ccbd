export { ApiDocs } from './api-docs';
export { ApiKeyList } from './api-key-list';
