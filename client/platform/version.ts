/** The version that people see and quote to customer service. */
export const VERSION = '2.5.8';
