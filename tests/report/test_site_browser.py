"""The site in headless Chromium, opened from disk: no server and no network."""

import shutil
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytest.importorskip("selenium", reason="selenium is not installed: the browser tests do not run")
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not (CHROMIUM and DRIVER),
        reason="no chromium with chromedriver here: the browser tests do not run",
    ),
]
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND", "--allow-file-access-from-files",
)  # fmt: skip
KINDS = (
    "index.html",
    "table1.html",
    "losses/index.html",
    "losses/hamming.html",
    "claims/index.html",
    "claims/hamming.decomposition.html",
    "errata.html",
    "graph.html",
    "results/calibration.html",
    "results/simplex.html",
    "results/curves.html",
    "results/noise.html",
    "results/consistency.html",
    "results/table2.html",
    "docs/index.html",
    "docs/tutorial.html",
    "docs/certificates.html",
    "docs/certificates/calibration_dimension.html",
    "docs/certificates/losses.html",
    "docs/certificates/methods.html",
    "docs/certificates/theorems.html",
    "docs/commands.html",
    "docs/reading.html",
    "docs/reviewing.html",
    "docs/glossary.html",
    "docs/api/index.html",
    "docs/api/qstheory.learn.QuadraticSurrogate.html",
    "results/constants.html",
    "extensions.html",
    "results/simulation.html",
    "results/index.html",
    "results/embeddings.html",
    "results/designs.html",
    "docs/conventions.html",
    "docs/families.html",
    "docs/testing.html",
    "docs/ranking.html",
    "docs/which-loss.html",
    "docs/real-sizes.html",
    "docs/embed-and-design.html",
    "docs/add-a-claim.html",
    "docs/add-a-loss.html",
)
"""A page of every kind."""
TALLEST = {360: 40_000, 1600: 20_000}
"""Pixels of a page that is still read: in a whole report the commands and the claims come near."""
AS_PRINTED = ("docs/certificates", "docs/commands.html", "docs/tutorial.html")
"""Pages that show formats, help of commands and what a notebook displays, as these have it."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """A browser with an empty profile that resolves no host name."""
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
    yield driver
    driver.quit()


def show(browser: webdriver.Chrome, page: Path, width: int = 1280) -> None:
    """Open a page in a window of that width and wait until it is complete."""
    widen(browser, width)
    browser.get(page.as_uri())
    WebDriverWait(browser, 60).until(
        lambda b: b.execute_script("return document.readyState") == "complete"
    )


def widen(browser: webdriver.Chrome, width: int) -> None:
    """Give the window that width; styles alone lay a page out, so that it need not load anew."""
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False},
    )


UNSET = (
    "return [...document.querySelectorAll('.math')].filter(e => !e.querySelector('mjx-container'))"
)
WIDE = """
return [...document.querySelectorAll('table')].filter((table) => {
  const box = table.closest('.qst-scroll') || table.parentElement;
  return table.scrollWidth > box.clientWidth + 1;
}).map((table) => table.textContent.trim().slice(0, 80));
"""
BROKEN = r"""
const word = /[A-Za-z0-9]/, range = document.createRange(), found = [];
for (const code of document.querySelectorAll('table code, table a.reference')) {
  if (code.getClientRects().length < 2 || /\s/.test(code.textContent.trim())) continue;
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let last = null;
    for (let i = 0; i < node.data.length; i += 1) {
      range.setStart(node, i); range.setEnd(node, i + 1);
      const top = range.getBoundingClientRect().top;
      if (last !== null && top > last + 4 && word.test(node.data[i - 1]) && word.test(node.data[i]))
        found.push(code.textContent);
      last = top;
    }
  }
}
return found;
"""
"""Tables wider than their place, and names in them of which a line ends within a word."""
TYPED = r"""
const page = document.querySelector('article').cloneNode(true);
page.querySelectorAll('pre, code, svg, script, mjx-container, .math, dt.sig')
  .forEach(element => element.remove());
return page.textContent.match(
  /\w\^[\w({-]|\bsqrt\b|\bsum_|\b[A-Za-z]_[a-z\d]\b|\bgamma_\d|<=|>=|\|\|/g) || [];
"""
UNLISTED = r"""
return [...document.querySelectorAll('article p')].map(p => p.textContent)
  .filter(text => /\n: /.test(text));
"""
"""Formulas that are not set, and lists of definitions that are read as text."""
LEAVING = r"""
const codes = [...document.querySelectorAll('article :is(p, li, dd) > code')]
  .filter(code => !code.closest('table, pre'))
  .filter(code => code.getBoundingClientRect().right > window.innerWidth + 1);
const captions = [...document.querySelectorAll('table.qst-table caption')]
  .filter(caption => caption.offsetWidth > window.innerWidth);
return [...codes, ...captions].map(element => element.textContent);
"""
"""Code in a sentence, and captions of tables, that are cut off at the edge of the page."""


@pytest.mark.parametrize("kind", KINDS)
def test_pages_load_without_complaint_and_fit(
    site: Path, browser: webdriver.Chrome, kind: str
) -> None:
    """On a phone and on a wide screen: formulas are typeset, tables fit, names stay whole."""
    browser.get_log("browser")
    show(browser, site / kind, 360)
    for width, faults in ((360, (BROKEN, LEAVING)), (1600, (WIDE, BROKEN, LEAVING))):
        widen(browser, width)
        WebDriverWait(browser, 60).until(lambda b: not b.execute_script(UNSET))
        scrolled = browser.execute_script(
            "return [document.documentElement.scrollWidth, window.innerWidth]"
        )
        assert scrolled[0] <= scrolled[1], f"{kind} scrolls sideways at {width} px: {scrolled}"
        height = browser.execute_script("return document.documentElement.scrollHeight")
        assert height < TALLEST[width], f"{kind} is {height} px tall at {width} px"
        for script in faults:  # A page settles some moments after it is complete.
            deadline = time.monotonic() + 10
            while (found := browser.execute_script(script)) and time.monotonic() < deadline:
                time.sleep(0.2)
            assert not found, f"{kind} at {width} px: {found}"
    assert not browser.execute_script(UNLISTED), "definitions are not a list"
    if not kind.startswith(AS_PRINTED):
        assert not browser.execute_script(TYPED), "a formula is not set"
    silent = "return [...document.images].filter(i => !i.alt.trim()).map(i => i.src)"
    assert not browser.execute_script(silent), "a picture has no alternative text"
    complaints = [e for e in browser.get_log("browser") if e["level"] in ("SEVERE", "WARNING")]
    assert not complaints, complaints
    errors = browser.find_elements(By.CSS_SELECTOR, "mjx-merror, .system-message")
    assert not errors, [e.get_attribute("outerHTML") for e in errors]
    shown = browser.find_element(By.CSS_SELECTOR, "article").text
    if not kind.startswith("docs/"):  # The documentation shows the format of certificates.
        assert "(((" not in shown, "an internal object is shown"
    if kind == "errata.html":
        assert "..." not in shown
        assert "…" not in shown


class Links(HTMLParser):
    """What a page links to, and the places in it that can be linked to."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.links += [v for k in ("href", "src") if (v := found.get(k))]
        self.places |= {v for k in ("id", "name") if (v := found.get(k))}


def test_every_internal_link_and_download_resolves(site: Path) -> None:
    pages: dict[Path, Links] = {}
    for path in site.rglob("*.html"):
        if "_static" not in path.parts:
            pages[path] = Links()
            pages[path].feed(path.read_text(encoding="utf-8"))
    checked = 0
    for path, parsed in pages.items():
        for link in parsed.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.exists(), f"{path.name} links to {link}"
            if parts.fragment and target in pages:
                assert unquote(parts.fragment) in pages[target].places, (path.name, link)
            checked += 1
    assert checked > 500
    assert any("certificates/claims" in link for p in pages.values() for link in p.links)


class Loaded(HTMLParser):
    """What a page loads by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "img", "link", "iframe", "source"):
            self.addresses += [v for k, v in attrs if k in ("src", "href") and v]


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*.html"):
        parsed = Loaded()
        parsed.feed(path.read_text(encoding="utf-8"))
        for address in parsed.addresses:
            parts = urlsplit(address)
            assert not parts.netloc, (path.name, address)
            assert parts.scheme in ("", "data"), (path.name, address)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("affine dimension", "claims/"),
        ("tutorial", "docs/"),
        ("decoder", "docs/which-loss"),
        ("f-score", "losses/f-score"),
        ("margin", "docs/glossary"),
    ],
)
def test_search_finds_content_before_modules(
    site: Path, browser: webdriver.Chrome, words: str, first: str
) -> None:
    browser.get((site / "search.html").as_uri() + "?q=" + words.replace(" ", "+"))
    results = WebDriverWait(browser, 60).until(
        lambda b: b.find_elements(By.CSS_SELECTOR, "#search-results ul.search li a")
    )
    places = [str(result.get_attribute("href")) for result in results[:3]]
    assert any(first in place for place in places), places
    looked_up = ("docs/api/", "docs/certificates/")
    assert not any(folder in place for folder in looked_up for place in places), places


def visible(browser: webdriver.Chrome) -> list[list[str]]:
    """The texts of the visible rows of all tables that are filtered together."""
    return list(
        browser.execute_script(
            "return [...document.querySelectorAll('table.qst-sortable')]"
            ".flatMap(table => [...table.tBodies[0].rows])"
            ".filter(r => !r.hidden).map(r => [...r.cells].map(c => c.textContent.trim()))"
        )
    )


LONGEST = (
    "[...document.querySelectorAll('table.qst-sortable')]"
    ".sort((a, b) => b.tBodies[0].rows.length - a.tBodies[0].rows.length)[0]"
)


def first_column(browser: webdriver.Chrome) -> list[str]:
    """The first column of the longest table."""
    return list(
        browser.execute_script(
            f"return [...({LONGEST}).tBodies[0].rows].map(r => r.cells[0].textContent.trim())"
        )
    )


def test_filters_filter(site: Path, browser: webdriver.Chrome) -> None:
    show(browser, site / "claims/index.html")
    everything = visible(browser)
    Select(browser.find_element(By.NAME, "verdict")).select_by_value("✓ proved")
    proved = visible(browser)
    assert 0 < len(proved) < len(everything)
    assert all(row[1] == "✓ proved" for row in proved)
    browser.find_element(By.CSS_SELECTOR, ".qst-filters input").send_keys("hamming.norms")
    assert [row[0] for row in visible(browser)] == ["Hamming: norms of F and U hamming.norms"]
    shown = browser.find_elements(By.CSS_SELECTOR, ".qst-filter-together section:not([hidden])")
    assert len(shown) == 1  # A section without a row that is left is hidden with its heading.
    assert browser.find_element(By.CSS_SELECTOR, ".qst-count").text.startswith("1 of")


def test_filters_filter_on_a_phone(site: Path, browser: webdriver.Chrome) -> None:
    """Where rows stand below each other, those that are hidden take no room."""
    show(browser, site / "claims/index.html", 360)
    Select(browser.find_element(By.NAME, "verdict")).select_by_value("✓ proved")
    hidden = "return [...document.querySelectorAll('tr[hidden]')].map(r => r.offsetHeight)"
    assert {*browser.execute_script(hidden)} == {0}


def test_sorting_sorts_with_the_keyboard(site: Path, browser: webdriver.Chrome) -> None:
    show(browser, site / "claims/index.html")
    before = first_column(browser)
    button = browser.execute_script(f"return ({LONGEST}).querySelector('th button')")
    button.send_keys("\n")
    ascending = first_column(browser)
    button.send_keys("\n")
    descending = first_column(browser)
    assert ascending != before or descending != before
    assert descending == ascending[::-1]
    heading = browser.execute_script(f"return ({LONGEST}).querySelector('th')")
    assert heading.get_attribute("aria-sort") == "descending"


def test_tables_can_be_read_out_and_reached(site: Path, browser: webdriver.Chrome) -> None:
    for kind in ("table1.html", "losses/hamming.html", "claims/index.html", "errata.html"):
        show(browser, site / kind)
        for table in browser.find_elements(By.CSS_SELECTOR, "table.qst-table"):
            assert table.find_elements(By.CSS_SELECTOR, "caption")
            cells = table.find_elements(By.TAG_NAME, "th")
            assert cells
            assert all(cell.get_attribute("scope") in ("col", "row") for cell in cells)
        for box in browser.find_elements(By.CSS_SELECTOR, ".qst-scroll"):
            assert box.get_attribute("tabindex") == "0"
            assert box.get_attribute("aria-label")


LUMINANCE = """
const parse = (c) => c.match(/[\\d.]+/g).slice(0, 3).map(Number);
const level = (c) => { const [r, g, b] = parse(c).map((v) => { v /= 255;
  return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const back = level(getComputedStyle(document.body).backgroundColor);
return [...document.querySelectorAll('.qst-badge')].map((e) => {
  const front = level(getComputedStyle(e).color);
  return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05); });
"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_verdicts_have_contrast(site: Path, browser: webdriver.Chrome, theme: str) -> None:
    show(browser, site / "claims/index.html")
    browser.execute_script(f"document.documentElement.dataset.theme = '{theme}'")
    ratios = browser.execute_script(LUMINANCE)
    assert ratios
    assert min(ratios) >= 4.5
