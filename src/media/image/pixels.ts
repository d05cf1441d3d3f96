/** More are neither taken nor drawn: decoded they fill hundreds of megabytes, whatever the file weighs. */
export const PIXELS_MAX = 50_000_000;
