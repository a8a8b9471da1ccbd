/**
 * In the tests' place of `@tabler/icons-react`, whose one file of 3.6 MB makes 5,800 components for each test file: only
 * the icons that are asked for are loaded.
 */
module.exports = new Proxy(
  {},
  {
    get: (_target, name) =>
      name === '__esModule' ? true : require(`@tabler/icons-react/dist/esm/icons/${String(name)}.mjs`).default,
  },
);
