export { DeskSkeleton } from './desk-skeleton';
