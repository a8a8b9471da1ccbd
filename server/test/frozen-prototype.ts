/**
 * Freezes what all objects inherit, so that a request that reaches a prototype fails its test. Objects of their own may still
 * have `toString` and the like, as packages give them: without the setters a frozen prototype would forbid that, too.
 */
export function freezePrototype(): void {
  const prototype = Object.prototype;
  // The tests of a process share one realm.
  if (Object.isFrozen(prototype)) return;
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if ('value' in property) letOverride(prototype, name, property.value);
  }
  Object.freeze(prototype);
}

function letOverride(prototype: object, name: string, value: unknown): void {
  Object.defineProperty(prototype, name, {
    get: () => value,
    set(this: object, own: unknown) {
      if (this === prototype) throw new TypeError(`Nothing may change ${name} of all objects.`);
      Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true });
    },
    configurable: true,
  });
}
