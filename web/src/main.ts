import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { showTheme } from "./ui/prefs.svelte";
import { loadTexts } from "./i18n/i18n.svelte";

showTheme();
const target = document.getElementById("app");
if (target !== null) void loadTexts().finally(() => mount(App, { target }));

// Browsers allow a service worker over https or on localhost only; everything works without it too.
if ("serviceWorker" in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register("/sw.js").catch(() => null);
