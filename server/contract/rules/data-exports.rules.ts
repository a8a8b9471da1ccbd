/** For how long a user can have the file of what is kept about the account. */
export const DATA_EXPORT_RETENTION_HOURS = 72;
/** Files that a list shows, the newest first. */
export const DATA_EXPORTS_SHOWN = 5;
/** A file can be asked for so many times within a day. */
export const DATA_EXPORTS_A_DAY = 3;
/** A file has no more bytes. What is kept of an account is a hundredth of it and less; whoever has more is helped by hand. */
export const DATA_EXPORT_BYTES_MAX = 256 * 1024 * 1024;
