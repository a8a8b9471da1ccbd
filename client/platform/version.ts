/** The version that people see and quote to customer service. */
export const VERSION = '2.5.8';
/** The same as the stores of apps count it. */
export const VERSION_CODE = 258;
