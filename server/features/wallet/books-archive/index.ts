/** The front door of the archive of the books. */
export { ArchivedBooksStore } from './archived-books.store.js';
export { BooksArchiveModule } from './books-archive.module.js';
export { type SeenArchive, seeArchive } from './see-archive.js';
