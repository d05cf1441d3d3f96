import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './panel.css';
import { createTheme, MantineProvider, Modal } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { ProblemError } from './api/client';
import { App } from './app';
import { TextProvider } from './text/text';

// The page's policy lets in only style elements that carry its nonce; the scroll lock of dialogs asks for it by this name.
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = nonce;

const ATTEMPTS = 2;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // What the API refuses stays refused; only what did not reach it is asked again.
      retry: (failures, error) => failures < ATTEMPTS && (!(error instanceof ProblemError) || isPassing(error)),
      staleTime: 1_000,
    },
  },
});

const isPassing = ({ problem: { status } }: ProblemError): boolean => status === 0 || status >= 502;

const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 9, dark: 7 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: { Modal: Modal.extend({ styles: { title: { fontWeight: 600 } } }) },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
});

createRoot(document.getElementById('panel') as HTMLElement).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <TextProvider>
        <QueryClientProvider client={queries}>
          <Router base="/panel">
            <ModalsProvider modalProps={{ centered: true }}>
              <Notifications position="top-right" limit={4} />
              <App />
            </ModalsProvider>
          </Router>
        </QueryClientProvider>
      </TextProvider>
    </MantineProvider>
  </StrictMode>,
);
