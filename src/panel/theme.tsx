import { createTheme, MantineProvider, Modal, Notification } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useText } from './text/text';
import type { Texts } from './text/tr';

interface ThemedProps {
  /** Of the style elements that the page's policy lets in. */
  readonly nonce: string;
  readonly children: ReactNode;
}

export function Themed({ nonce, children }: ThemedProps) {
  const texts = useText();
  const theme = useMemo(() => themeOf(texts), [texts]);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      {children}
    </MantineProvider>
  );
}

function themeOf(texts: Texts) {
  // A cross is no name: without this one, who hears the page hears of a button alone.
  const closeButtonProps = { 'aria-label': texts.common.close };
  return createTheme({
    primaryColor: 'teal',
    primaryShade: { light: 9, dark: 7 },
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Modal: Modal.extend({ defaultProps: { closeButtonProps }, styles: { title: { fontWeight: 600 } } }),
      Notification: Notification.extend({ defaultProps: { closeButtonProps } }),
    },
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  });
}
