/** The front door of the archive of the books. */
export { BooksArchiveModule } from './books-archive.module.js';
