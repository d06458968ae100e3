import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { loadDevice } from "./net/device.svelte";
import { startPython } from "./net/local/page";
import { fileAt, site } from "./net/site";
import { followUpdates } from "./net/update";
import { tableId } from "./pages/router.svelte";
import { fetchTablePage } from "./pages/tablePage";
import { keepFocus } from "./ui/focus";
import { showTheme } from "./ui/prefs.svelte";
import { startTexts } from "./i18n/i18n.svelte";
import { fetchTexts } from "./net/api";
import { keepText, keptText } from "./storage/kept";

showTheme();
if (tableId() !== null) fetchTablePage(); // beside the texts
const target = document.getElementById("app");
if (target !== null)
  void startTexts({ fetch: fetchTexts, kept: keptText, keep: keepText }).finally(() => {
    mount(App, { target });
    keepFocus();
    if (site !== null)
      startPython(); // the chest is shown first
    else void loadDevice();
  });

// Browsers allow a service worker over https or on localhost only; everything works without it too.
if ("serviceWorker" in navigator && import.meta.env.PROD) {
  void navigator.serviceWorker.register(fileAt("sw.js")).catch(() => null);
  if (site !== null) followUpdates();
}
