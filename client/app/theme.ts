import { ActionIcon, Button, createTheme, Drawer, type MantineThemeOverride, TextInput } from '@mantine/core';

/**
 * What Mantine's parts look like here. Colours, type and spacing stand in `theme.css` as Mantine's own variables: a
 * static sheet instead of one that is made in the browser, so the page needs no inline style permission.
 */
export const theme: MantineThemeOverride = createTheme({
  primaryColor: 'teal',
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: Button.extend({ defaultProps: { size: 'md', radius: 'xl' } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { size: 44, variant: 'subtle', color: 'gray', radius: 'xl' } }),
    TextInput: TextInput.extend({ defaultProps: { size: 'md' } }),
    Drawer: Drawer.extend({
      // The scroll lock of the library writes a style element; the sheet locks the page by a class instead.
      defaultProps: { position: 'bottom', lockScroll: false, transitionProps: { duration: 180 } },
    }),
  },
});
