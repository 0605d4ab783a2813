/** The bag. */
export const SatchelMark = ({ size = 20 }: { size?: number }) => (
  <svg
    viewBox="0 0 20 20"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M4.6 8V6.9a5.4 5.4 0 0 1 10.8 0V8" />
    <path d="M2.75 8h14.5v6.6a2.4 2.4 0 0 1-2.4 2.4H5.15a2.4 2.4 0 0 1-2.4-2.4Z" />
    <path d="M2.9 8.2c.5 3.2 3.2 4.3 7.1 4.3s6.6-1.1 7.1-4.3" />
    <circle cx="10" cy="12.4" r="1.35" fill="currentColor" stroke="none" />
  </svg>
);
