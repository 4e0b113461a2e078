/** The version of this Bough, as package.json has it. */
export const VERSION = '0.2.0';
