declare const brand: unique symbol;

/** A plain value that only its parser or its maker may produce: a string that is known to be an item's id, say. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
