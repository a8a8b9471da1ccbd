/** The front door of the news: how articles are cleaned and folded, where their pictures lie, what is not read of them, and the module itself. */
export { articleWords, cleanArticle, folded } from './clean-article.js';
export { newsImageFile } from './news-images.js';
export { NewsModule } from './news.module.js';
export { ReadNews } from './read-news.js';
export { requiredReadingRefusal } from './required-reading.js';
