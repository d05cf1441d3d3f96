import type { Refusals } from '../kernel/meaning';

export const refusals = {
  preview_changed: {
    status: 409,
    title: 'The preview no longer holds.',
    turkish: 'Gösterilen önizleme artık geçerli değil.',
    cause: 'The call would now do something else than the preview with the stated `hash`.',
    remedy: 'Read the new preview, and state its hash if you agree.',
  },
  work_failed: {
    status: 422,
    title: 'The work that the call started has not succeeded.',
    turkish: 'Başlatılan iş başarıyla bitmedi.',
    cause: 'The API accepted the call, but its work ended without success.',
    remedy: 'Read the job for the reason. Start it again when the reason is gone.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
