import {
  type CSSVariablesResolver,
  createTheme,
  darken,
  MantineProvider,
  Modal,
  Notification,
  PasswordInput,
} from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useText } from './text/text';
import type { Texts } from './text/tr';

interface ThemedProps {
  /** The nonce of the style elements that the page's policy lets in. */
  readonly nonce: string;
  readonly children: ReactNode;
}

export function Themed({ nonce, children }: ThemedProps) {
  const texts = useText();
  const theme = useMemo(() => themeOf(texts), [texts]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={readable}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      {children}
    </MantineProvider>
  );
}

/**
 * Colors of which text is read by everybody: at least 4.5 to 1 on what they stand on. The library's own grey and the red of
 * its faults have 3.3, and its colored text on a light ground 3.6 to 4.3.
 */
const readable: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5a6169',
    '--mantine-color-error': colors.red[9],
    '--mantine-color-orange-filled': darken(colors.orange[9], 0.12),
    '--mantine-color-orange-outline': darken(colors.orange[9], 0.12),
    ...Object.fromEntries(
      Object.entries(colors).flatMap(([name, shades]) => [
        [`--mantine-color-${name}-light`, shades[0]],
        [`--mantine-color-${name}-light-hover`, shades[1]],
        [`--mantine-color-${name}-light-color`, darken(shades[9], 0.25)],
      ]),
    ),
    ...hovered(colors),
  },
  dark: {
    ...hovered(colors),
    '--mantine-color-gray-filled': colors.gray[7],
    '--mantine-color-dimmed': '#a9a9a9',
    '--mantine-color-error': colors.red[5],
    '--mantine-color-orange-filled': darken(colors.orange[9], 0.12),
  },
});

/** A filled button below the pointer is darker. The library makes it lighter, and its white text is read by few then: 3.9 to 1. */
const hovered = (colors: Parameters<CSSVariablesResolver>[0]['colors']) =>
  Object.fromEntries(
    Object.entries(colors).map(([name, shades]) => [`--mantine-color-${name}-filled-hover`, darken(shades[9], 0.15)]),
  );

function themeOf(texts: Texts) {
  // A cross is no name: without this one, who hears the page hears of a button alone.
  const closeButtonProps = { 'aria-label': texts.common.close };
  // The library leaves it out of the way of Tab, and names it in English.
  const visibilityToggleButtonProps = { tabIndex: 0, 'aria-label': texts.common.showTyped };
  return createTheme({
    primaryColor: 'teal',
    primaryShade: 9,
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Modal: Modal.extend({ defaultProps: { closeButtonProps }, styles: { title: { fontWeight: 600 } } }),
      PasswordInput: PasswordInput.extend({ defaultProps: { visibilityToggleButtonProps } }),
      Notification: Notification.extend({ defaultProps: { closeButtonProps } }),
    },
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  });
}
