export { ShareSheet } from './share-sheet';
