/// How report pages look.
enum ReportStyle {
  /// The style sheet: light and dark by the reader's setting, one column on a phone; on paper black on
  /// white, with everything unfolded, nothing cut at the edge and two charts side by side.
  ///
  /// Charts keep their white ground in the dark, because their lines are drawn for it.
  static let sheet = """
    :root { color-scheme: light dark; --ink: #1f2328; --ground: #ffffff; --quiet: #59636e; \
    --line: #d8dee4; --strong: #8b949e; --raised: #f6f8fa; --link: #0a5ea8; --alarm: #9a3412; \
    --alarm-ground: #fff4e5 }
    @media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --ground: #14171a; \
    --quiet: #a0a8b0; --line: #343a40; --strong: #6b747d; --raised: #1e2328; --link: #7ab8f5; \
    --alarm: #ffc48a; --alarm-ground: #3a2614 } figure.chart img { filter: brightness(0.93) } }
    * { box-sizing: border-box }
    body { font-family: system-ui, sans-serif; max-width: 72rem; margin: 0 auto; \
    padding: 1.5rem 1rem 4rem; color: var(--ink); background: var(--ground); line-height: 1.5 }
    h1 { font-size: 1.7rem; line-height: 1.2; overflow-wrap: anywhere }
    h2 { margin: 2.6rem 0 0.8rem; padding-bottom: 0.2rem; border-bottom: 1px solid var(--line) }
    h3 { margin: 1.8rem 0 0.4rem }
    a { color: var(--link) }
    nav ul { display: flex; flex-wrap: wrap; gap: 0.2rem 1.4rem; margin: 0; padding: 0; \
    list-style: none }
    .table { overflow-x: auto; margin: 0.8rem 0 }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.92rem }
    caption { text-align: left; font-weight: 600; padding: 0.3rem 0 }
    th, td { padding: 0.28rem 0.75rem; border-bottom: 1px solid var(--line); text-align: left; \
    white-space: nowrap }
    th:first-child, td:first-child { padding-left: 0.2rem }
    thead th { border-bottom: 2px solid var(--strong) }
    tbody tr:hover { background: var(--raised) }
    th.number, td.number { text-align: right }
    .note { color: var(--quiet); font-size: 0.9rem; margin: 0.3rem 0; max-width: 60rem }
    .warning { color: var(--alarm); background: var(--alarm-ground); padding: 0.6rem 0.9rem; \
    border-left: 4px solid var(--alarm); font-weight: 600 }
    figure { margin: 0.8rem 0 }
    figure img { display: block; max-width: 100%; height: auto }
    figcaption { color: var(--quiet); font-size: 0.88rem; margin-top: 0.3rem; \
    overflow-wrap: anywhere }
    figure.chart img { width: 100%; background: #ffffff; border: 1px solid var(--line); \
    border-radius: 6px; padding: 0.3rem }
    .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); \
    gap: 1rem }
    .charts figure { margin: 0 }
    .cards { display: flex; flex-wrap: wrap; gap: 1rem; margin: 0.6rem 0 }
    .cards figure { margin: 0; width: 12.5rem; padding: 0.5rem; background: var(--raised); \
    border: 1px solid var(--line); border-radius: 6px }
    .cards img { margin: 0 auto; border-radius: 3px }
    details { margin: 0.8rem 0 }
    summary { cursor: pointer; font-weight: 600; color: var(--link) }
    pre { background: var(--raised); padding: 0.8rem; overflow-x: auto; font-size: 0.85rem }
    @media (max-width: 30rem) { body { padding: 1rem 0.7rem 3rem } h1 { font-size: 1.35rem } \
    .cards figure { width: calc(50% - 0.5rem) } }
    @page { margin: 14mm }
    @media print { :root { --ink: #000000; --ground: #ffffff; --quiet: #444444; --line: #c0c4c8; \
    --strong: #666666; --raised: #ffffff; --link: #000000; font-size: 9.5pt } \
    body { max-width: none; padding: 0 } nav { display: none } \
    h1, h2, h3, caption { break-after: avoid } figure, tr, .warning { break-inside: avoid } \
    .table { overflow: visible } table { font-size: 0.84rem } \
    th, td { white-space: normal; padding: 0.12rem 0.4rem } \
    .charts { grid-template-columns: 1fr 1fr } .cards figure { width: 10rem } \
    pre { overflow: visible; columns: 2; white-space: pre-wrap; overflow-wrap: anywhere } \
    details > * { display: block } details::details-content { content-visibility: visible } }
    """
}
