/** Says in a sheet that somebody has removed what one writes about, and what becomes of one's words. */
export function Gone({ text }: { readonly text: string }) {
  return (
    <p className="side-sheet-of gone" role="alert">
      {text}
    </p>
  );
}
