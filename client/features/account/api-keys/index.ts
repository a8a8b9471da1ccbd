export { ApiDocs } from './api-docs';
export { ApiKeyList } from './api-key-list';
export { useApiKeyCount } from './use-api-key-count';
