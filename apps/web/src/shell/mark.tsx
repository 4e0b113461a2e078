/** The product's mark, on whatever paper it stands. */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="8 14 46 46" fill="none" strokeLinecap="round" aria-hidden="true">
      <path d="M11 45C27 45 25 20 50 19" stroke="#2f9b6b" strokeWidth="6" />
      <path d="M27 37C35 36 38 44 51 44" stroke="#4f93dc" strokeWidth="4.5" />
      <path d="M21 42C27 45 29 53 40 54" stroke="#e2725b" strokeWidth="3.5" />
    </svg>
  );
}
