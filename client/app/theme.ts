import { ActionIcon, Button, createTheme, type MantineThemeOverride } from '@mantine/core';

/**
 * What Mantine's parts look like here. Colours, type and spacing stand in `tokens.css` as Mantine's own variables: a
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
    // By its name alone: no first page has a field, and its parts come along with those that have one.
    TextInput: { defaultProps: { size: 'md' } },
  },
});
