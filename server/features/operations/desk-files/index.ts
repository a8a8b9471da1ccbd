/** The front door of the desk's files: how a list of the desk is kept as one. */
export { DeskFilesModule } from './desk-files.module.js';
export { type FileAsked, WriteDeskFile } from './write-desk-file.js';
